import { Button } from "../../components/Button";
import { Icon } from "../../components/icons/Icon";
import { share } from "../../lib/browser/share";

/** Hands the product's address on: the device's own way, otherwise the clipboard. */
export function Share({ name, path }: { name: string; path: string }) {
  return (
    <Button onClick={() => void share(name, new URL(path, window.location.origin).href)}>
      <Icon name="share" size={18} />
      Share
    </Button>
  );
}
