import { Suspense, useState } from "react";
import { lazyScreen } from "../../lib/browser/screen";
import { Button } from "../Button";
import type { AlertAbout } from "./values";

const AlertDialog = lazyScreen(() => import("./AlertDialog"));

/** Opens the form of an alert by mail, whose code comes when it is opened. */
export function AlertButton({ about, kind }: { about: AlertAbout; kind?: "outlined" | "quiet" }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...(kind && { kind })} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {"search" in about ? "Mail me new ones" : "Alert by mail"}
        <span className="visually-hidden">: {about.name}</span>
      </Button>
      {open && (
        <Suspense fallback={null}>
          <AlertDialog about={about} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
