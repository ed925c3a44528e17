/** Values that the application and the frontend share, from one file that both read. */
// oxlint-disable-next-line no-restricted-imports -- the server's folder, not the frontend's
export { default as DECLARED } from "../../../app/declared.json";
