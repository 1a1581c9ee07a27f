/** Files that the build puts into the executable as text. */
declare module "*.py" {
  const text: string;
  export default text;
}
