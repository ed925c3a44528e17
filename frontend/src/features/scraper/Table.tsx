import { useMutation, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { Button } from "../../components/Button";
import { useChoices } from "../../components/operator/Pick";
import { LoadError } from "../../components/states/states";
import { postAsOperator, type PostOptions } from "../../lib/api/operator";
import type { PathOf } from "../../lib/api/query";
import { showError, showToast } from "../../lib/toasts";
import styles from "./table.module.css";

export interface Column<Row> {
  /** Journeys and the style sheet find its cells by it. */
  area: string;
  label: string;
  /** The label is for screen readers alone. */
  isHidden?: boolean;
  /** What the server sorts by it calls it. */
  order?: string;
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** What its id is called: the row has it as `data-<kind>`. */
  kind: string;
  idOf: (row: Row) => number | string;
  /** What an expanded row shows below itself. */
  detailOf?: (row: Row) => ReactNode;
}

/** The first column: a box that chooses the row. */
export function picks<Row>(
  label: string,
  nameOf: (row: Row) => string,
  isChosen: (row: Row) => boolean,
  onChoose: (row: Row) => void,
): Column<Row> {
  return {
    area: "pick",
    label,
    isHidden: true,
    cell: (row) => (
      <label className={styles.choose}>
        <span className="visually-hidden">{nameOf(row)}</span>
        <input type="checkbox" checked={isChosen(row)} onChange={() => onChoose(row)} />
      </label>
    ),
  };
}

/** In a phone's card, which has no head, these need no label. */
const UNLABELLED: ReadonlySet<string> = new Set(["pick", "brand", "state", "meter", "actions"]);

const WORDS: Readonly<Record<string, string>> = { suspect: "in doubt", shrinking: "fewer products" };

/** A result or a trouble, in words. */
export const stateWord = (of: string) => WORDS[of] ?? of;

/** The state of a run, a process, a brand; `of` decides how it looks. */
export function State({ of, children = stateWord(of) }: { of: string; children?: ReactNode }) {
  return (
    <span className={styles.state} data-state={of}>
      {children}
    </span>
  );
}

/** What a cell has, with what explains it in a line below. */
export function Stacked({ under, children }: { under: ReactNode; children: ReactNode }) {
  return (
    <span className="grid">
      <span>{children}</span>
      {under && <span className="muted type-meta breaks regular">{under}</span>}
    </span>
  );
}

/** Sentences, one below the other. */
export function Lines({ of, ...list }: ComponentProps<"ul"> & { of: readonly string[] }) {
  return (
    <ul {...list}>
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** A page of a store, in a tab of its own. */
export function Away({ href, children = href }: { href: string; children?: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** The last column: what can be done with a row. */
export function actions<Row>(cell: (row: Row) => ReactNode): Column<Row> {
  return {
    area: "actions",
    label: "actions",
    cell: (row) => <div className={styles.actions}>{cell(row)}</div>,
  };
}

function Row<Item>({ columns, row, kind, idOf, detailOf }: Omit<TableProps<Item>, "rows"> & { row: Item }) {
  const detail = detailOf?.(row);
  return (
    <>
      <tr {...{ [`data-${kind}`]: idOf(row) }}>
        {columns.map(({ area, label, isNumber, cell }) => (
          <td
            key={area}
            className={isNumber ? styles.number : undefined}
            data-cell={area}
            data-label={UNLABELLED.has(area) ? undefined : label}
          >
            {cell(row)}
          </td>
        ))}
      </tr>
      {detail && (
        <tr className={styles.detail}>
          <td colSpan={columns.length}>
            <div className={styles.inSight}>{detail}</div>
          </td>
        </tr>
      )}
    </>
  );
}

/** A column's head; where the server sorts by it, a press sorts, and a second one the other way. */
function Head<Item>({ column: { label, isNumber, isHidden, order } }: { column: Column<Item> }) {
  const [params, change] = useChoices();
  const sorted = params.get("order") ?? "name";
  const isSorted = order !== undefined && sorted.replace("-", "") === order;
  const isDown = sorted.startsWith("-");
  return (
    <th
      scope="col"
      className={isNumber ? styles.number : undefined}
      aria-sort={isSorted ? (isDown ? "descending" : "ascending") : undefined}
    >
      {order === undefined ? (
        <span className={isHidden ? "visually-hidden" : undefined}>{label}</span>
      ) : (
        <button
          type="button"
          className={styles.sort}
          onClick={() => change({ order: isSorted && !isDown ? `-${order}` : order, page: "" })}
        >
          {label}
          <span aria-hidden="true">{isSorted ? (isDown ? "↓" : "↑") : "↕"}</span>
        </button>
      )}
    </th>
  );
}

/** A table that scrolls sideways; on a phone each row is a card of labels and values. */
export function Table<Item>({ rows, ...shared }: TableProps<Item>) {
  const { kind, label, columns, idOf } = shared;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table} data-table={kind}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.area} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={idOf(row)} row={row} {...shared} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Rows on a page of every list. */
export const PAGE_SIZE = 50;

/** The page of a list that an address names. */
export const pageOf = (params: URLSearchParams) => Number(params.get("page")) || 1;

interface Pages {
  /** Of all rows. */
  total: number;
  /** What the two buttons are called. */
  steps: readonly [string, string];
}

/** Steps through the pages of a list, in the address; nothing where one page holds all. */
function Pager({ total, label, steps: [back, on] }: Pages & { label: string }) {
  const [params, change] = useChoices();
  const page = pageOf(params);
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages <= 1) return null;
  const onPage = (to: number) => change({ page: to > 1 ? String(to) : "" });
  return (
    <nav className="row figures gap-4 justify-center mt-5" aria-label={label}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {back}
      </Button>
      <span>
        Page {page} of {pages}
      </span>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {on}
      </Button>
    </nav>
  );
}

interface ListTabProps<Row> extends Omit<TableProps<Row>, "rows"> {
  /** Undefined before they have come. */
  rows: readonly Row[] | undefined;
  /** What loads them. */
  query: Pick<UseQueryResult, "error" | "refetch">;
  /** The text where there are none. */
  empty: string;
  isBusy?: boolean;
  pages?: Pages | undefined;
}

/** A list of the server: why it did not come, its table or the text for none, its pages. */
export function ListTab<Row>({ rows, query, empty, isBusy, pages, ...table }: ListTabProps<Row>) {
  return (
    <>
      <LoadError error={query.error} onRetry={() => void query.refetch()} />
      {rows && (
        <div aria-busy={isBusy}>
          {rows.length === 0 ? (
            <p className="py-6 muted text-center">{empty}</p>
          ) : (
            <Table rows={rows} {...table} />
          )}
          {pages && <Pager {...pages} label={`Pages of ${table.label.toLowerCase()}`} />}
        </div>
      )}
    </>
  );
}

/** The queries of the API's calls: not the session, nor a form that is being filled in. */
export const OF_THE_API = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]).startsWith("/api/"),
};

/** Closes what is open in the lists of the page, as each reload of them does (spec §4). */
export const ReloadContext = createContext<() => void>(() => undefined);

/**
 * Calls the server for an operator, shows its answer as a toast (spec §8), and reloads what is on the
 * page.
 */
export function useAct(onDone?: () => void) {
  const client = useQueryClient();
  const onReload = useContext(ReloadContext);
  const { mutate, isPending } = useMutation({
    mutationFn: (call: () => Promise<string>) => call(),
    onSuccess: (text) => {
      showToast(text, "success");
      onDone?.();
    },
    onError: showError,
    onSettled: () => {
      onReload();
      return client.invalidateQueries(OF_THE_API);
    },
  });
  return { act: mutate, isPending };
}

type ActButtonProps<P extends PathOf<"post">> = Omit<ComponentProps<typeof Button>, "kind" | "onClick"> & {
  path: P;
  body: PostOptions<P>["body"];
};

/** A row's button that calls the server. */
export function ActButton<P extends PathOf<"post">>({ path, body, ...button }: ActButtonProps<P>) {
  const { act } = useAct();
  const call = () => postAsOperator(path, { body } as PostOptions<P>);
  return <Button {...button} kind="row" onClick={() => act(call)} />;
}
