import type { RunImage } from "../api/wire";

/** Where an image's thumbnail is: our copy, before that the store's own. */
export function thumbnailOf({ bucketLocation, url }: RunImage): string {
  return bucketLocation ? thumbnailUrl(bucketLocation) : url;
}

/**
 * The public address of a stored picture (spec §2.8): the cloud scheme is rewritten to the provider's
 * https address; a local `bucketLocation` is served by the application under /media.
 */
export function thumbnailUrl(bucketLocation: string): string {
  const cloud = /^(gs|s3):\/\/([^/]+)\/(.*)$/.exec(bucketLocation);
  if (cloud) {
    const [, scheme, bucket, key] = cloud;
    return scheme === "gs"
      ? `https://storage.googleapis.com/${bucket}/${key}`
      : `https://${bucket}.s3.amazonaws.com/${key}`;
  }
  if (/^https?:\/\//.test(bucketLocation) || bucketLocation.startsWith("/media/")) return bucketLocation;
  const local = /(?:^|\/)media\/(.+)$/.exec(bucketLocation);
  return `/media/${local ? local[1] : bucketLocation.replace(/^(file|local):\/\//, "").replace(/^\/+/, "")}`;
}
