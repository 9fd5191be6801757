import { diffWordsWithSpace, formatPatch, OMIT_HEADERS, structuredPatch } from 'diff'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '@/components/shell/me'
import { PaperText } from '@/components/text/code-text'
import { CodeName, copyExactly, VisibleText } from '@/components/text/visible-text'
import { CODE, PAPER, PAPER_TEXT } from '@/components/ui/looks'
import { argumentChanges, changeSize } from '@/lib/domain/call/argument-changes'
import type { Call, Invocation } from '@/lib/domain/call/call'
import { decisionOf } from '@/lib/domain/call/call-state'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { targetOf } from './call-target'
import { Diff } from './preview/diff'

export type ChangedCall = Pick<Call, 'proposed' | 'effective' | 'hooks' | 'decisions'>

/** What somebody changed of a Call: in a sentence, as a difference, and as JSON for whoever opens it. */
export function ChangeFigure({ call, after }: { call: ChangedCall; after: Invocation }) {
  const t = useTranslations('call.correction')
  const me = useMe()
  const { proposed, hooks = [] } = call
  const size = changeSize(proposed, after)
  const hook = hooks.findLast(({ argumentsText }) => argumentsText === after.argumentsText)?.hook
  const by = decisionOf(call)?.by
  const target = targetOf({ proposed, preview: undefined, effective: undefined })
  return (
    <figure aria-label={t('name')} className="my-1 flex flex-col gap-1">
      <figcaption className="text-small">
        {t.rich(target === '' ? 'sentence' : 'sentenceOf', {
          by: hook === undefined ? (by?.id === me.id ? 'you' : by ? 'other' : 'nobody') : 'hook',
          name: withVisibleEscapes(hook ?? by?.name ?? ''),
          names: () => <CodeName>{size.names.join(', ') || t('arguments')}</CodeName>,
          target: () => <CodeName>{target}</CodeName>,
          added: size.added,
          removed: size.removed,
        })}
      </figcaption>
      {after.tool !== proposed.tool && <WordChange before={proposed.tool} after={after.tool} />}
      {argumentChanges(proposed, after).map(({ name, before = '', after = '' }) => (
        <ValueChange key={name} before={before} after={after} />
      ))}
      <details className="text-small">
        <summary className="cursor-pointer text-quiet touch:py-2.5">{t('json')}</summary>
        <PaperText>{after.argumentsText}</PaperText>
      </details>
    </figure>
  )
}

/** Longer ones are compared line by line. */
const MOST_WORDS = 200

const ValueChange = ({ before, after }: { before: string; after: string }) =>
  before.length + after.length > MOST_WORDS || [before, after].some(text => /\n./s.test(text)) ? (
    <LineChange before={before} after={after} />
  ) : (
    <WordChange before={before} after={after} />
  )

/** Texts that take longer to compare stand as they are, one after the other. */
const COMPARED = { context: 3, timeout: 500 }

function LineChange({ before, after }: { before: string; after: string }) {
  const unified = useMemo(() => {
    const isSameButEnd = before.trimEnd() === after.trimEnd()
    const [old, now] = isSameButEnd ? [before, after] : [withEnd(before), withEnd(after)]
    const patch = structuredPatch('', '', old, now, '', '', COMPARED)
    return patch ? formatPatch(patch, OMIT_HEADERS) : `${signed('-', old)}${signed('+', now)}`
  }, [before, after])
  return (
    <div className={PAPER}>
      <Diff unified={unified} />
    </div>
  )
}

const signed = (sign: string, text: string): string => text.replace(/^(?=.)/gms, sign)

/** A value is no file: it is no remark on it that its last line does not end. */
const withEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const LOOKS = { del: 'bg-removed decoration-1', ins: 'bg-added decoration-1 underline-offset-2' }

function WordChange({ before, after }: { before: string; after: string }) {
  let at = 0
  return (
    <pre className={`${CODE} ${PAPER_TEXT}`} onCopy={copyExactly}>
      {diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
        at += value.length
        const text = <VisibleText>{value}</VisibleText>
        if (!added && !removed) return <span key={at}>{text}</span>
        const Change = added ? 'ins' : 'del'
        return (
          <Change key={`${Change} ${at}`} className={LOOKS[Change]}>
            {text}
          </Change>
        )
      })}
    </pre>
  )
}
