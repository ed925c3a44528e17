/** Values that the application and the frontend share, from one file that both read. */
export { default as DECLARED } from "../../../app/declared.json";
