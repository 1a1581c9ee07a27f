/** Files of templates are imported as text. */
declare module "*.sh" {
  const text: string;
  export default text;
}
declare module "*.py" {
  const text: string;
  export default text;
}
declare module "*Dockerfile" {
  const text: string;
  export default text;
}
