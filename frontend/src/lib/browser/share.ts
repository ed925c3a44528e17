import { showToast } from "../toasts";

/** Hands a link to the device's own dialog, where there is one, and otherwise copies it. */
export async function share(title: string, url: string): Promise<void> {
  const device = navigator as Partial<Pick<Navigator, "share" | "clipboard">>;
  try {
    if (device.share) {
      await device.share({ title, url });
      return;
    }
    if (!device.clipboard) throw new Error("no secure context");
    await device.clipboard.writeText(url);
    showToast("Link copied", "success");
  } catch (error) {
    // The visitor closed the device's dialog.
    if (error instanceof DOMException && error.name === "AbortError") return;
    showToast(`Copy this link: ${url}`);
  }
}
