import { withoutMarkdown } from '@/lib/text/without-markdown'

/** The beginning of a text in one line without the signs of Markdown, with a sign where it goes on. */
export function beginningOf(text: string, most = 160): string {
  const line = withoutMarkdown(text.slice(0, 4 * most))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed().trimEnd()}…`
}
