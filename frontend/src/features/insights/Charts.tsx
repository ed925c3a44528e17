import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Legend,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { InsightPanel, InsightRow } from "../../lib/api/schema";
import { shortLabel, SO_FAR, written, type Unit } from "./values";

const COLOURS = ["var(--series-1)", "var(--series-2)", "var(--series-3)", "var(--series-4)"];
const ROW_PX = 28;
const HEIGHT_PX = 260;
const LONGEST_LABEL = 22;
const AXIS = { stroke: "var(--control)", tick: { fill: "var(--muted)", fontSize: 12 }, tickLine: false };
const TOOLTIP = {
  contentStyle: {
    background: "var(--surface)",
    border: "1px solid var(--hairline)",
    borderRadius: "var(--radius)",
    color: "var(--text)",
    fontSize: 13,
  },
  itemStyle: { color: "var(--text)" },
  cursor: { fill: "var(--sunk)", stroke: "var(--hairline)" },
};

export interface ChartProps {
  panel: InsightPanel;
  rows: readonly InsightRow[];
}

type Datum = Record<string, string | number | null>;

function clipped(label: string): string {
  return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label;
}

function dataOf({ panel, rows }: ChartProps): Datum[] {
  return rows.map(({ label, values, before }) => ({
    label: shortLabel(label, panel.by) || "(none)",
    ...Object.fromEntries(panel.measures.map((_, index) => [`m${index}`, values[index] ?? null])),
    before: before?.[0] ?? null,
  }));
}

function unitOf(panel: InsightPanel): Unit {
  return panel.measures[0]?.unit ?? "number";
}

/** Horizontal bars, the longest first; as shares of all rows where the panel is one of shares. */
export function BarsChart({ panel, rows }: ChartProps) {
  const total = rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0);
  const isShare = panel.chart === "share" && total > 0;
  const data = dataOf({ panel, rows }).map((datum) => ({
    ...datum,
    m0: isShare ? Number(datum.m0) / total : (datum.m0 ?? null),
  }));
  const write = (value: unknown) => written(Number(value), isShare ? "percent" : unitOf(panel));
  return (
    <ResponsiveContainer width="100%" height={Math.max(80, rows.length * ROW_PX + 8)}>
      <BarChart data={data} layout="vertical" margin={{ right: 56, left: 0 }} accessibilityLayer={false}>
        <XAxis type="number" hide domain={[0, "dataMax"]} />
        <YAxis
          {...AXIS}
          type="category"
          dataKey="label"
          width={150}
          axisLine={false}
          interval={0}
          tickFormatter={clipped}
        />
        <Tooltip {...TOOLTIP} formatter={write} />
        <Bar dataKey="m0" name={panel.measures[0]?.label ?? ""} fill={COLOURS[0]} isAnimationActive={false}>
          <LabelList dataKey="m0" position="right" fill="var(--text)" fontSize={12} formatter={write} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

/** Stacked columns, or lines: one for each measure, over time. */
export function TimeChart({ panel, rows }: ChartProps) {
  const data = dataOf({ panel, rows });
  const write = (value: unknown) => written(Number(value), unitOf(panel));
  // The last point falls to what there is by now, which is no fall.
  const unfinished = String(data.at(-1)?.label).endsWith(SO_FAR) ? data.at(-1)?.label : undefined;
  const isCompared = rows.some(({ before }) => before !== null);
  const frame = (
    <>
      <CartesianGrid stroke="var(--hairline)" vertical={false} />
      <XAxis {...AXIS} dataKey="label" minTickGap={16} />
      <YAxis
        {...AXIS}
        width={56}
        axisLine={false}
        tickFormatter={write}
        allowDecimals={unitOf(panel) === "percent"}
      />
      <Tooltip {...TOOLTIP} formatter={write} />
      {unfinished && <ReferenceLine x={unfinished} stroke="var(--control)" strokeDasharray="2 3" />}
      {(panel.measures.length > 1 || isCompared) && (
        <Legend
          itemSorter={null}
          formatter={(name) => <span style={{ color: "var(--text)", fontSize: 13 }}>{name}</span>}
        />
      )}
    </>
  );
  return (
    <ResponsiveContainer width="100%" height={HEIGHT_PX}>
      {panel.chart === "columns" ? (
        <BarChart data={data} accessibilityLayer={false}>
          {frame}
          {panel.measures.map(({ label }, index) => (
            <Bar
              key={label}
              dataKey={`m${index}`}
              name={label}
              stackId="all"
              fill={COLOURS[index]}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      ) : (
        <LineChart data={data} accessibilityLayer={false}>
          {frame}
          {panel.measures.map(({ label }, index) => (
            <Line
              key={label}
              dataKey={`m${index}`}
              name={label}
              stroke={COLOURS[index]}
              strokeWidth={2}
              strokeDasharray={index % 2 ? "6 3" : undefined}
              dot={{ r: 2 }}
              connectNulls
              isAnimationActive={false}
            />
          ))}
          {isCompared && (
            <Line
              dataKey="before"
              name={`${panel.measures[0]?.label ?? ""} before`}
              stroke="var(--muted)"
              strokeWidth={1}
              strokeDasharray="2 3"
              dot={false}
              connectNulls
              isAnimationActive={false}
            />
          )}
        </LineChart>
      )}
    </ResponsiveContainer>
  );
}
