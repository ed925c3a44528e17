import type { ComponentProps } from "react";
import styles from "./Button.module.css";

interface ButtonProps extends ComponentProps<"button"> {
  kind?: "primary" | "outlined" | "quiet" | "small";
}

/** A button with a text. The primary one is the only filled element of a screen. */
export function Button({ kind = "outlined", className, type = "button", ...rest }: ButtonProps) {
  const names = [styles[kind], className].filter(Boolean).join(" ");
  return <button {...rest} type={type} className={names} />;
}

interface IconButtonProps extends ComponentProps<"button"> {
  "aria-label": string;
}

export function IconButton({ className, type = "button", ...rest }: IconButtonProps) {
  const names = [styles.icon, className].filter(Boolean).join(" ");
  return <button {...rest} type={type} className={names} />;
}
