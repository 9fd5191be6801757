import type { ModelRequest } from '../model'
import { excerpt } from '../said'
import { type Cue, readScript } from './replay-script'

/**
 * What the models that are programs answer to a compaction: what the script of the last message that has one says in
 * its `compaction`, one entry an attempt and the last one again and again; else the beginning of what people said.
 */
export function summaryCue({ messages, failures }: Pick<ModelRequest, 'messages' | 'failures'>): Cue {
  const said = messages.flatMap(message => quotesOf(message.text))
  for (const text of said.toReversed()) {
    const read = readScript(text)
    const cues = read.kind === 'script' ? read.script.compaction : undefined
    if (cues) return cues[failures] ?? cues.at(-1) ?? {}
  }
  const leaving = messages.map(({ text }) => text.split(NEWEST)[0] ?? '')
  return { text: mechanical([...leaving.flatMap(earlierIn), ...leaving.flatMap(quotesOf)]) }
}

/** What follows stays in view. */
const NEWEST = '\n\nThe newest message of the person'

const mechanical = (said: string[]): string =>
  [
    'Critical context',
    'This summary was made by a small program, which is no language model. The person wrote:',
    ...said.map(text => `- ${excerpt(text.replaceAll(/\s+/g, ' '))}`),
  ].join('\n')

/** What people said, in a text that is to be summarised. */
const quotesOf = (text: string): string[] =>
  [...text.matchAll(/<message from="person">\n([\s\S]*?)\n<\/message>/g)].map(([, said = '']) => said)

/** The lines of a summary that was made in this way before. */
const earlierIn = (text: string): string[] =>
  [...text.matchAll(/<message from="earlier summary">\n([\s\S]*?)\n<\/message>/g)].flatMap(
    ([, summary = '']) => summary.split('\n').flatMap(line => (line.startsWith('- ') ? [line.slice(2)] : [])),
  )
