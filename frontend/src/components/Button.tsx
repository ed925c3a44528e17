import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router-dom";
import styles from "./Button.module.css";

interface Look {
  kind?: "primary" | "outlined" | "quiet" | "small" | "row" | "icon";
  /** What it acts on, read out behind its text. */
  of?: string | undefined;
}

const classOf = (kind: NonNullable<Look["kind"]>, own: string | undefined) =>
  [styles[kind], own].filter(Boolean).join(" ");

const contentOf = (children: ReactNode, of: string | undefined) => (
  <>
    {children}
    {of && <span className="visually-hidden"> {of}</span>}
  </>
);

/** A button with a text. The primary one is the only filled element of a screen. */
export function Button({
  kind = "outlined",
  of,
  className,
  type = "button",
  children,
  ...rest
}: ComponentProps<"button"> & Look) {
  return (
    <button {...rest} type={type} className={classOf(kind, className)}>
      {contentOf(children, of)}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  kind = "outlined",
  of,
  className,
  children,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return (
    <Link {...rest} className={classOf(kind, className)}>
      {contentOf(children, of)}
    </Link>
  );
}

export function IconButton(props: ComponentProps<"button"> & { "aria-label": string }) {
  return <Button kind="icon" {...props} />;
}
