/** A style that is bundled as a text: it is loaded with the part that needs it. */
declare module "*.lazy.css" {
  const style: string;
  export default style;
}
