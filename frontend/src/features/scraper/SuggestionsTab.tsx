import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { LoadError } from "../../components/states/LoadError";
import { showError } from "../../lib/toasts";
import { decideSubmission, fetchSubmissions } from "./api/brands";
import { formatTime } from "./duration";
import type { BrandSubmission } from "./api/wire";
import { State, Table, type Column } from "./Table";
import styles from "./table.module.css";

/** What visitors suggested, to be reviewed by a person (spec §2.10). */
export function SuggestionsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: ["scraper", "submissions"],
    queryFn: ({ signal }) => fetchSubmissions(signal),
  });
  const reload = () => void refetch();
  const { mutate: decide } = useMutation({
    mutationFn: ({ id, state }: Pick<BrandSubmission, "id" | "state">) => decideSubmission(id, state),
    onSuccess: reload,
    onError: showError,
  });
  if (!data) return <LoadError error={error} onRetry={reload} />;
  if (data.length === 0) return <p className={styles.empty}>Nobody has suggested a store yet.</p>;
  const columns: Column<BrandSubmission>[] = [
    {
      area: "brand",
      label: "website",
      className: styles.brand,
      cell: ({ website }) => (
        <a href={website} target="_blank" rel="noopener noreferrer">
          {website}
        </a>
      ),
    },
    {
      area: "start",
      label: "suggested",
      className: styles.figure,
      cell: ({ createdAt }) => formatTime(createdAt),
    },
    { area: "state", label: "state", cell: ({ state }) => <State of={state} /> },
    {
      area: "actions",
      label: "actions",
      cell: ({ id, state, website }) => (
        <div className={styles.actions}>
          <button
            type="button"
            disabled={state === "accepted"}
            onClick={() => decide({ id, state: "accepted" })}
          >
            Accept
          </button>
          <button
            type="button"
            disabled={state === "declined"}
            onClick={() => decide({ id, state: "declined" })}
          >
            Decline
          </button>
          <Link to={`/scraper?brand=new&website=${encodeURIComponent(website)}`}>Configure</Link>
        </div>
      ),
    },
  ];
  return (
    <Table
      name="suggestions"
      label="Suggested stores"
      columns={columns}
      rows={data}
      kind="submission"
      idOf={({ id }) => id}
    />
  );
}
