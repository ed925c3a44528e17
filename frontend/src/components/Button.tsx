import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router-dom";
import styles from "./Button.module.css";

interface Look {
  kind?: "primary" | "outlined" | "quiet" | "small" | "row" | "icon";
  /** What it acts on, read out behind its text. */
  of?: string | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** The attributes of an element that looks like a button. */
function dressed<Props extends Look>({ kind = "outlined", of, className, children, ...rest }: Props) {
  return {
    ...rest,
    className: [styles[kind], className].filter(Boolean).join(" "),
    children: (
      <>
        {children}
        {of && <span className="visually-hidden"> {of}</span>}
      </>
    ),
  };
}

/** A button with a text. The primary one is the only filled element of a screen. */
export function Button(props: ComponentProps<"button"> & Look) {
  return <button type="button" {...dressed(props)} />;
}

/** A link that looks like a button. */
export function ButtonLink(props: ComponentProps<typeof Link> & Look) {
  return <Link {...dressed(props)} />;
}

export function IconButton(props: ComponentProps<"button"> & { "aria-label": string }) {
  return <Button kind="icon" {...props} />;
}
