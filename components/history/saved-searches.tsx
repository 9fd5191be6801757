'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { FIELD_BOX } from '@/components/ui/looks'
import { isLeaving } from '@/lib/client/decisions/key-aim'
import { type HistoryFilter, historyAddress, historyFilter } from '@/lib/client/queries/history-filters'
import {
  NAME_CHARS,
  useForgetSearch,
  useSavedSearches,
  useSaveSearch,
} from '@/lib/client/queries/saved-searches'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

type Props = { filter: HistoryFilter; onFilter: (filter: HistoryFilter) => void }

const CHIP =
  'flex items-center rounded-base border border-hairline bg-surface text-small has-[[aria-current]]:bg-hover has-[[aria-current]]:font-semibold'

/** The searches that are kept, each of which can be made again. */
export function SavedSearches(props: Props) {
  const searches = useSavedSearches() ?? []
  const { mutate, error } = useForgetSearch()
  return (
    <>
      <ProblemAlert error={error} />
      {searches.length > 0 && <SearchChips {...props} searches={searches} onForget={mutate} />}
    </>
  )
}

type ChipProps = Props & {
  searches: { id: string; name: string; address: string }[]
  onForget: (id: string) => void
}

function SearchChips({ searches, filter, onFilter, onForget }: ChipProps) {
  const t = useTranslations('history.saved')
  const current = historyAddress(filter)
  return (
    <ul aria-label={t('list')} className="flex flex-wrap gap-2">
      {searches.map(({ id, name, address }) => (
        <li key={id} className={CHIP}>
          <button
            type="button"
            aria-current={address === current || undefined}
            className="min-h-8 min-w-0 cursor-pointer wrap-anywhere rounded-base px-2 py-0.5 text-left touch:min-h-11"
            onClick={() => onFilter(historyFilter(new URLSearchParams(address)))}
          >
            <VisibleText isLine>{name}</VisibleText>
          </button>
          <button
            type="button"
            aria-label={t('forget', { name: withVisibleEscapes(name) })}
            className="min-h-8 cursor-pointer px-2 rounded-base text-quiet touch:min-h-11 touch:min-w-11 hover:text-ink"
            onClick={() => onForget(id)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Gives the search a name under which it is kept. */
export function SaveSearch({ filter }: { filter: HistoryFilter }) {
  const t = useTranslations('history.saved')
  const tFilters = useTranslations('history')
  const [name, setName] = useState<string | null>(null)
  const address = historyAddress(filter)
  const searches = useSavedSearches()
  const { mutate, isPending, error } = useSaveSearch()
  if (searches === undefined) return null
  if (searches.some(search => search.address === address)) return <p>{t('saved')}</p>
  const open = (): void => {
    const { q, tool, decision, kinds } = filter
    const parts = [
      q.trim(),
      decision && tFilters(`decisions.${decision}`),
      tool,
      ...kinds.map(kind => tFilters(`manyKinds.${kind}`)),
    ]
    setName(
      parts
        .filter(part => part !== '')
        .join(' · ')
        .slice(0, NAME_CHARS),
    )
  }
  if (name === null)
    return (
      <Button variant="quiet" className="-mr-1.5" onClick={open}>
        {t('save')}
      </Button>
    )
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '' && !isPending) mutate({ name: name.trim(), address })
  }
  return (
    <form className="flex flex-wrap items-center gap-2" onSubmit={send}>
      <label className="flex items-center gap-2">
        {t('name')}
        <input
          // biome-ignore lint/a11y/noAutofocus: it was just asked for
          autoFocus
          dir="auto"
          className={`min-h-8 min-w-0 py-0.5 ${FIELD_BOX}`}
          maxLength={NAME_CHARS}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={event => isLeaving(event) && setName(null)}
        />
      </label>
      <Button type="submit" shape="small" off={name.trim() === '' || isPending}>
        {t('keep')}
      </Button>
      <Button variant="quiet" onClick={() => setName(null)}>
        {t('cancel')}
      </Button>
      <ProblemAlert error={error} />
    </form>
  )
}
