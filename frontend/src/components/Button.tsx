import type { ComponentProps } from "react";
import styles from "./Button.module.css";
import actionStyles from "./Action.module.css";

interface ButtonProps extends ComponentProps<"button"> {
  kind?: "primary" | "outlined" | "quiet";
}

/** A button with a text. The primary one is the only filled element of a screen. */
export function Button({ kind = "outlined", className, type = "button", ...rest }: ButtonProps) {
  const names = [styles.button, styles[kind], className].filter(Boolean).join(" ");
  return <button {...rest} type={type} className={names} />;
}

interface IconButtonProps extends ComponentProps<"button"> {
  "aria-label": string;
}

export function IconButton({ className, type = "button", ...rest }: IconButtonProps) {
  const names = [styles.icon, className].filter(Boolean).join(" ");
  return <button {...rest} type={type} className={names} />;
}

interface ActionProps extends ComponentProps<"button"> {
  kind?: "filled" | "outlined" | "quiet" | "small";
}

/** A button of a dialog or of the operators' screens: as high as a finger on all of them. */
export function Action({ kind = "outlined", className, type = "button", ...rest }: ActionProps) {
  const names = [actionStyles[kind], className].filter(Boolean).join(" ");
  return <button {...rest} type={type} className={names} />;
}
