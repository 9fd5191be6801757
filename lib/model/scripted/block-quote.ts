/** A text as a Markdown quotation. */
export const blockQuote = (text: string): string =>
  text
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n')
