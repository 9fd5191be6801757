import { readFileSync } from 'node:fs'
import { NewSession } from '@/lib/domain/session/session'

/** What a page says under a heading: the settings to begin with, and what is to be pasted, in its order. */
export type Section = { heading: string; settings: NewSession; scripts: string[] }

/** The sections of a page that have something to paste. */
export const sectionsOf = (page: string): Section[] =>
  readFileSync(page, 'utf8')
    .split(/^##+ /m)
    .slice(1)
    .map(sectionOf)
    .filter(({ scripts }) => scripts.length > 0)

function sectionOf(text: string): Section {
  const [, settings = '{}'] = /^Settings: `(.+)`$/m.exec(text) ?? []
  return {
    heading: text.slice(0, text.indexOf('\n')),
    settings: NewSession.parse(JSON.parse(settings)),
    scripts: [...text.matchAll(/^```json\n(\{\s*"turns"[\s\S]*?\n?)```/gm)].map(([, script = '']) => script),
  }
}
