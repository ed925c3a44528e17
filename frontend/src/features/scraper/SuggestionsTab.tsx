import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { bodyOf } from "../../lib/api/client";
import { load, operatorApi } from "../../lib/api/operator";
import type { BrandSubmission } from "../../lib/api/schema";
import { formatTime } from "../../lib/time";
import { showError } from "../../lib/toasts";
import { actions, type Column, ListTab, RowButton, State } from "./Table";
import styles from "./table.module.css";

const COLUMNS: readonly Column<BrandSubmission>[] = [
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
];

/** What visitors suggested, to be reviewed by a person (spec §2.10). */
export function SuggestionsTab() {
  const { data, error, refetch } = useQuery(load("/api/brands/submissions", {}));
  const decide = (id: number, state: BrandSubmission["state"]) => {
    const params = { path: { submission_id: id } };
    const call = operatorApi.POST("/api/brands/submissions/{submission_id}", { params, body: { state } });
    bodyOf(call).then(() => void refetch(), showError);
  };
  const ways = actions<BrandSubmission>(({ id, state, website }) => (
    <>
      <RowButton disabled={state === "accepted"} onClick={() => decide(id, "accepted")}>
        Accept
      </RowButton>
      <RowButton disabled={state === "declined"} onClick={() => decide(id, "declined")}>
        Decline
      </RowButton>
      <Link to={`/scraper?brand=new&website=${encodeURIComponent(website)}`}>Configure</Link>
    </>
  ));
  return (
    <ListTab
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      empty="Nobody has suggested a store yet."
      label="Suggested stores"
      columns={[...COLUMNS, ways]}
      kind="submission"
      idOf={({ id }) => id}
    />
  );
}
