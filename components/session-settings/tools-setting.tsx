'use client'

import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SearchField } from '@/components/list/search-field'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { useSourceName } from '@/components/tools/tool-list'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { groupTools, matchesTool, type ToolGroup } from '@/lib/client/text/tool-groups'
import type { Tool } from '@/lib/domain/call/tool'
import type { ToolChoice } from '@/lib/domain/session/session'
import { offersTool, withLaterTools, withTools } from '@/lib/domain/session/tool-choice'
import type { SettingProps } from './setting-fields'
import { FieldAlert } from './setting-fields'

/** Which tools the agent is offered, of those that there are, and whether those that come later are among them. */
export function ToolsSetting({ session, set, faultAt }: SettingProps) {
  const t = useTranslations('sessionSettings.tools')
  const { data, error } = useQuery({
    queryKey: KEYS.tools,
    queryFn: ({ signal }) => fetchApi('GET /api/tools', { signal }),
  })
  const tools = data?.items.filter(({ forPeople }) => !forPeople)
  const choice = session.tools
  const onChoice = (next: ToolChoice): void => set({ tools: next })
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t('label')}</legend>
      {tools && (
        <p className="text-quiet text-small">
          {t('hint', {
            count: tools.filter(({ name }) => offersTool(choice, name)).length,
            all: tools.length,
          })}
        </p>
      )}
      {error && <ProblemAlert error={error} />}
      <details>
        <summary className="cursor-pointer">{t('choose')}</summary>
        {tools ? (
          <Checklist {...{ tools, choice, onChoice }} />
        ) : (
          <p className="text-quiet">{t('loading')}</p>
        )}
      </details>
      <FieldAlert text={faultAt('/tools')} />
    </fieldset>
  )
}

type ChecklistProps = { tools: Tool[]; choice: ToolChoice; onChoice: (choice: ToolChoice) => void }

function Checklist({ tools, choice, onChoice }: ChecklistProps) {
  const t = useTranslations('sessionSettings.tools')
  const [q, setQ] = useState('')
  const query = useDeferredValue(q)
  const groups = groupTools(tools.filter(tool => matchesTool(tool, query)))
  const names = tools.map(({ name }) => name)
  const gone = choice.exclude.filter(name => !names.includes(name))
  return (
    <div className="flex flex-col gap-3 pt-2">
      <SearchField label={t('search')} value={q} onValue={setQ} className="min-h-9" />
      {groups.length === 0 && <p className="text-quiet">{t('notFound')}</p>}
      {groups.map(group => (
        <GroupChecklist key={group.source} {...{ group, choice, onChoice }} isWhole={query.trim() === ''} />
      ))}
      <Choice
        type="checkbox"
        checked={choice.include === null}
        onChange={({ target }) => onChoice(withLaterTools(choice, names, target.checked))}
      >
        {t('later')}
      </Choice>
      {gone.length > 0 && (
        <p className="text-quiet text-small wrap-anywhere">{t('gone', { names: gone.join(', ') })}</p>
      )}
    </div>
  )
}

type GroupProps = Omit<ChecklistProps, 'tools'> & {
  group: ToolGroup<Tool>
  /** Whether these are all of its source. */
  isWhole: boolean
}

function GroupChecklist({ group, choice, onChoice, isWhole }: GroupProps) {
  const t = useTranslations('sessionSettings.tools')
  const name = useSourceName()(group.source)
  const own = group.tools.map(tool => tool.name)
  const isAll = own.every(each => offersTool(choice, each))
  return (
    <fieldset className="min-w-0">
      <legend className="text-quiet text-small">{name}</legend>
      <ul>
        {group.tools.map(tool => (
          <li key={tool.name}>
            <Choice
              type="checkbox"
              checked={offersTool(choice, tool.name)}
              onChange={({ target }) => onChoice(withTools(choice, [tool.name], target.checked))}
            >
              <span>
                <span className="font-mono text-small">{tool.name}</span>{' '}
                <span className="text-quiet text-small">
                  <VisibleText isLine>{tool.title}</VisibleText>
                  {tool.unavailable !== undefined && ` · ${t('unavailable')}`}
                </span>
              </span>
            </Choice>
          </li>
        ))}
      </ul>
      {isWhole && (
        <Button look="quiet" onClick={() => onChoice(withTools(choice, own, !isAll))}>
          {t(isAll ? 'none' : 'all', { name })}
        </Button>
      )}
    </fieldset>
  )
}
