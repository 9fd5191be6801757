import { memo } from 'react'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { PlainProse, Prose } from '@/components/text/prose'
import type { Entry } from '@/lib/domain/entry'
import { CompactionArticle } from './compaction-article'
import { NoticeArticle } from './notice-article'
import { Reasoning } from './reasoning'
import { ResultArticle } from './result-article'
import { Speaker } from './speaker'

type Props = {
  sessionId: string
  entry: Entry
  /** It tells of the end of a Run that can be gone on with. */
  goesOn?: boolean
}

/** One piece of the transcript. Words of people and models are shown as text, whatever they look like. */
export const EntryArticle = memo(function EntryArticle({ sessionId, entry, goesOn = false }: Props) {
  if (entry.compaction) return <CompactionArticle {...{ sessionId, entry, line: entry.compaction }} />
  switch (entry.kind) {
    case 'user':
      return <Said who="you" {...{ sessionId, entry }} />
    case 'assistant':
      return <Said who="agent" {...{ sessionId, entry }} />
    case 'summary':
      return <Said who="summary" {...{ sessionId, entry }} />
    case 'correction':
      return <Said who="correction" {...{ sessionId, entry }} />
    case 'notice':
      return <NoticeArticle {...{ entry, goesOn }} />
    case 'result':
      return <ResultArticle {...{ sessionId, entry }} />
    default:
      return entry.kind satisfies never
  }
})

type SaidProps = Pick<Props, 'sessionId' | 'entry'> & { who: 'you' | 'agent' | 'summary' | 'correction' }

/** Nothing for a message that is nothing but calls: they have lines of their own. */
const Said = ({ who, sessionId, entry }: SaidProps) =>
  entry.text === '' && !entry.reasoning ? null : (
    <Speaker who={who}>
      {entry.reasoning && <Reasoning id={entry.id} text={entry.reasoning} />}
      {entry.text !== '' && <Words isModels={who === 'agent' || who === 'summary'}>{entry.text}</Words>}
      <MaskedSecrets {...{ sessionId }} id={entry.id} texts={[entry.reasoning, entry.text]} />
    </Speaker>
  )

/** A person's words stand as they were written; those of a model are read as Markdown. */
const Words = ({ isModels, children }: { isModels: boolean; children: string }) =>
  isModels ? <Prose>{children}</Prose> : <PlainProse>{children}</PlainProse>
