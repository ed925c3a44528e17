import type { ComponentProps } from "react";
import styles from "./Action.module.css";

interface ActionProps extends ComponentProps<"button"> {
  kind?: "filled" | "outlined" | "quiet" | "small";
}

/** A button of a dialog or of the operators' screens: as high as a finger on all of them. */
export function Action({ kind = "outlined", className, type = "button", ...rest }: ActionProps) {
  const names = [styles[kind], className].filter(Boolean).join(" ");
  return <button {...rest} type={type} className={names} />;
}
