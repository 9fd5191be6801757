/** What a reader would see of a text. */
export const withoutMarkdown = (text: string): string =>
  text
    .replace(/^[ \t]*(```.*|~~~.*|[-*_]{3,}[ \t]*)$/gm, '')
    .replace(/(?<=["“„«])#{1,6}[ \t]+/g, '')
    .replace(/^[ \t]*(>[ \t]*|(#{1,6}|[-*+]|\d{1,9}[.)])[ \t]+)+(\[[ x]\][ \t])?/gm, '')
    .replace(/!?\[([^[\]\n]*)\]\((?:[^()\n]|\([^()\n]*\))*\)/g, '$1')
    .replace(/`+([^`\n]+)`+/g, '$1')
    .replace(/(?<!\w)(\*\*|~~)(?=\S)([^\n]*?\S)\1(?!\w)/g, '$2')
