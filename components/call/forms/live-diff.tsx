'use client'

import { createTwoFilesPatch } from 'diff'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { PAPER } from '@/components/ui/looks'
import type { LiveChange } from '@/lib/client/text/file-change'
import { Diff } from '../preview/diff'

/** A comparison that takes longer is left to the server: nobody waits for it at a key. */
const MOST_MS = 40

/** What text that is being typed changes in the file as it is now. What counts is the server’s review. */
export function LiveDiff({ change }: { change: LiveChange }) {
  const t = useTranslations('call.liveDiff')
  return (
    <figure aria-label={t('name')} className={`${PAPER} min-w-0 self-start`}>
      <figcaption className="border-hairline border-b px-2.5 py-0.5 text-quiet text-small">
        {t('name')}
      </figcaption>
      {change.fault === undefined ? (
        <Lines before={change.before} after={change.after} />
      ) : (
        <p className="px-2.5 py-1 text-small">{t(change.fault)}</p>
      )}
    </figure>
  )
}

function Lines({ before, after }: { before: string; after: string }) {
  const t = useTranslations('call.liveDiff')
  const unified = useMemo(
    () => createTwoFilesPatch('a', 'b', before, after, undefined, undefined, { timeout: MOST_MS }),
    [before, after],
  )
  if (before === after) return <p className="px-2.5 py-1 text-quiet text-small">{t('same')}</p>
  if (unified === undefined) return <p className="px-2.5 py-1 text-quiet text-small">{t('long')}</p>
  return (
    <div className="max-h-[34dvh] overflow-y-auto">
      <Diff unified={unified.replace(/^=+\n/, '')} />
    </div>
  )
}
