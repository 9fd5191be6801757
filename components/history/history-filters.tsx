import { useTranslations } from 'use-intl'
import { PhoneSheet } from '@/components/list/list-page'
import { DateChip, Select } from '@/components/ui/choice'
import { DECISION_KINDS, type HistoryFilter } from '@/lib/client/queries/history-filters'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

type Props = { filter: HistoryFilter; tools: string[]; onFilter: (filter: HistoryFilter) => void }

const NAMES = ['tool', 'decision', 'person'] as const
const DAYS = ['from', 'to'] as const

type Option = readonly [value: string, text: string]

/** What narrows a list down, as chips: those that do are filled. */
export function HistoryFilters({ filter, tools, onFilter }: Props) {
  const t = useTranslations('history.filters')
  const tDecision = useTranslations('history.decisions')
  const people = useRead(KEYS.people, 'GET /api/people').data?.items ?? []
  const isCalls = filter.kind === 'decision'
  const options: Record<'tool' | 'decision' | 'person', Option[]> = {
    tool: isCalls ? tools.map(tool => [tool, tool]) : [],
    decision: isCalls ? DECISION_KINDS.map(kind => [kind, tDecision(kind)]) : [],
    person:
      filter.kind === 'session' || people.length < 2
        ? []
        : people.map(({ id, name }) => [id, withVisibleEscapes(name)]),
  }
  const names = NAMES.filter(name => options[name].length > 0 || filter[name] !== '')
  /** What the address has is shown, even if it is not offered. */
  const optionsOf = (name: (typeof NAMES)[number]): Option[] => {
    const offered: Option[] = [['', t(`any.${name}`)], ...options[name]]
    const isOffered = offered.some(([value]) => value === filter[name])
    return isOffered ? offered : [...offered, [filter[name], filter[name]]]
  }
  return (
    <PhoneSheet
      className="text-quiet phone:flex-wrap phone:gap-2"
      count={[...names, ...DAYS].filter(name => filter[name]).length}
    >
      {names.map(name => (
        <Select
          key={name}
          aria-label={t(name)}
          value={filter[name]}
          options={optionsOf(name)}
          onValue={value => onFilter({ ...filter, [name]: value })}
        />
      ))}
      {DAYS.map(end => (
        <DateChip
          key={end}
          label={t(end)}
          value={filter[end]}
          onValue={day => onFilter({ ...filter, [end]: day })}
        />
      ))}
    </PhoneSheet>
  )
}
