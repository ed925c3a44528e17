import { showToast } from "../toasts";

export function saveFile(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

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
