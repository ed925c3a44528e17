import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { LoadError } from "../../components/states/LoadError";
import { showError } from "../../lib/toasts";
import { decideSubmission, fetchSubmissions } from "./api/brands";
import { formatTime } from "./duration";
import type { Submission } from "./api/wire";
import styles from "./table.module.css";
import { Cell, Table } from "./Table";

const COLUMNS = ["website", "suggested", "state", "actions"].map((label) => ({ label }));

interface SuggestionRowProps {
  submission: Submission;
  onDecide: (state: Submission["state"]) => void;
}

function SuggestionRow({ submission, onDecide }: SuggestionRowProps) {
  const { website, state, createdAt } = submission;
  return (
    <tr>
      <Cell area="brand" className={styles.brand}>
        <a href={website} target="_blank" rel="noopener noreferrer">
          {website}
        </a>
      </Cell>
      <Cell area="start" label="suggested" className={styles.figure}>
        {formatTime(createdAt)}
      </Cell>
      <Cell area="state">
        <span className={styles.state} data-state={state}>
          {state}
        </span>
      </Cell>
      <Cell area="actions">
        <div className={styles.actions}>
          <button type="button" disabled={state === "accepted"} onClick={() => onDecide("accepted")}>
            Accept
          </button>
          <button type="button" disabled={state === "declined"} onClick={() => onDecide("declined")}>
            Decline
          </button>
          <Link to={`/scraper?brand=new&website=${encodeURIComponent(website)}`}>Configure</Link>
        </div>
      </Cell>
    </tr>
  );
}

/** What visitors suggested, to be reviewed by a person (spec §2.10). */
export function SuggestionsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: ["scraper", "submissions"],
    queryFn: ({ signal }) => fetchSubmissions(signal),
  });
  const reload = () => void refetch();
  const { mutate: decide } = useMutation({
    mutationFn: ({ id, state }: Pick<Submission, "id" | "state">) => decideSubmission(id, state),
    onSuccess: reload,
    onError: showError,
  });
  if (!data) return <LoadError error={error} onRetry={reload} />;
  if (data.length === 0) return <p className={styles.empty}>Nobody has suggested a store yet.</p>;
  return (
    <Table name="suggestions" label="Suggested stores" columns={COLUMNS}>
      {data.map((submission) => (
        <SuggestionRow
          key={submission.id}
          submission={submission}
          onDecide={(state) => decide({ id: submission.id, state })}
        />
      ))}
    </Table>
  );
}
