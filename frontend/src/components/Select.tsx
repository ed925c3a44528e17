import type { ComponentProps } from "react";

export type Options = readonly (readonly [value: string | number, label: string])[];

/** One of several; `children` are entries before them. */
export function Select({ options, children, ...select }: ComponentProps<"select"> & { options: Options }) {
  return (
    <select {...select}>
      {children}
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
