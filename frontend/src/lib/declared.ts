/** What the application and the frontend both say stands in one file that both read. */
export { default as DECLARED } from "../../../app/declared.json";
