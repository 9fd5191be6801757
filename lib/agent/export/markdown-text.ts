import { withVisibleEscapes } from '@/lib/text/hidden-characters'

/**
 * Text of people and models inside a Markdown document, so that it stays text: nothing in it becomes a heading,
 * a list, a link, an image, code or HTML, whatever it looks like. Lines stay lines.
 */
export const prose = (text: string): string => visible(text).split('\n').map(line).join('  \n')

/** The same on one line, for a heading or an item of a list. */
export const inLine = (text: string): string => line(visible(text).replace(/\s+/g, ' ').trim())

/** Text as it is, as code. No run of backticks in it is as long as its fence. */
export function fenced(text: string, language = ''): string {
  const body = visible(text)
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1))
  return `${fence}${language}\n${body}\n${fence}`
}

/** A short text as code within a line. */
export function code(text: string): string {
  const body = visible(text).replace(/\s/g, ' ')
  const ticks = '`'.repeat(longestRun(body) + 1)
  const space = body === '' || /^[` ]|[` ]$/.test(body) ? ' ' : ''
  return `${ticks}${space}${body}${space}${ticks}`
}

/** Characters that nobody sees are written out; all line breaks are of one kind. */
const visible = (text: string): string => withVisibleEscapes(text.replace(/\r\n?/g, '\n'))

const longestRun = (text: string): number =>
  [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0)

/** What means something anywhere in a line, what is made a link, then what means something at its beginning. */
const line = (text: string): string =>
  text
    .replace(/[\\`*_[\]<>#&~|!$@]/g, '\\$&')
    .replace(/\b(https?|ftp|mailto|xmpp):/gi, '$1\\:')
    .replace(/\bwww\./gi, 'www\\.')
    .replace(/^(\s*)([-+=:])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])/, '$1\\$2')
    .replace(/^[ \t]+/, space => '&nbsp;'.repeat(space.length))
