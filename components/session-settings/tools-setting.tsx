import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SearchField } from '@/components/list/search-field'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { useFirstTools, useSourceName, useToolTitle } from '@/components/tools/tool-list'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { type GroupPart, matchesTool } from '@/lib/client/text/tool-groups'
import type { Tool } from '@/lib/domain/call/tool'
import type { ToolChoice } from '@/lib/domain/session/session'
import { toolFilter, withLaterTools, withTools } from '@/lib/domain/session/tool-choice'
import { Differs, FieldAlert, type SettingProps } from './setting-fields'

/** Which tools the agent is offered, of those that there are, and whether those that come later are among them. */
export function ToolsSetting({ session, set, faultAt, defaults }: SettingProps) {
  const t = useTranslations('sessionSettings.tools')
  const { data, error } = useRead(KEYS.tools, 'GET /api/tools')
  const tools = data?.items.filter(({ forPeople }) => !forPeople)
  const choice = session.tools
  const isOffered = toolFilter(choice)
  const onChoice = (next: ToolChoice): void => set({ tools: next })
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t('label')}</legend>
      {tools && (
        <p className="text-quiet text-small">
          {t('hint', {
            count: tools.filter(({ name }) => isOffered(name)).length,
            all: tools.length,
          })}
          <Differs value={choice} standard={defaults?.tools} />
        </p>
      )}
      <ProblemAlert error={error} />
      <details>
        <summary className="cursor-pointer">{t('choose')}</summary>
        {tools ? (
          <Checklist tools={tools} choice={choice} onChoice={onChoice} />
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
  const names = tools.map(({ name }) => name)
  const unknownNames = choice.exclude.filter(name => !names.includes(name))
  return (
    <div className="flex flex-col gap-3 pt-2">
      <SearchField label={t('search')} value={q} onValue={setQ} className="min-h-9" />
      <Matches
        key={query}
        tools={tools.filter(tool => matchesTool(tool, query))}
        choice={choice}
        onChoice={onChoice}
      />
      <Choice
        checked={choice.include === null}
        onValue={isOn => onChoice(withLaterTools(choice, names, isOn))}
      >
        {t('later')}
      </Choice>
      {unknownNames.length > 0 && (
        <p className="text-quiet text-small wrap-anywhere">{t('gone', { names: unknownNames.join(', ') })}</p>
      )}
    </div>
  )
}

/** The tools that a search is for, each to be chosen by itself, or with all others of its source that are found. */
function Matches({ tools, choice, onChoice }: ChecklistProps) {
  const t = useTranslations('sessionSettings.tools')
  const { parts, rest } = useFirstTools(tools)
  if (tools.length === 0) return <p className="text-quiet">{t('notFound')}</p>
  return (
    <>
      {parts.map(part => (
        <GroupChecklist key={part.group.source} {...part} choice={choice} onChoice={onChoice} />
      ))}
      {rest}
    </>
  )
}

type GroupProps = GroupPart<Tool> & Omit<ChecklistProps, 'tools'>

function GroupChecklist({ group, own, choice, onChoice }: GroupProps) {
  const t = useTranslations('sessionSettings.tools')
  const name = useSourceName()(group.source)
  const titleOf = useToolTitle()
  const all = group.tools.map(tool => tool.name)
  const isOffered = toolFilter(choice)
  const isAll = all.every(isOffered)
  return (
    <fieldset className="min-w-0">
      <legend className="text-quiet text-small">{name}</legend>
      <ul>
        {own.map(tool => (
          <li key={tool.name}>
            <Choice
              checked={isOffered(tool.name)}
              onValue={isOn => onChoice(withTools(choice, [tool.name], isOn))}
            >
              <span>
                <span className="font-mono text-small">{tool.name}</span>{' '}
                <span className="text-quiet text-small">
                  <VisibleText isLine>{titleOf(tool)}</VisibleText>
                  {tool.unavailable !== undefined && ` · ${t('unavailable')}`}
                </span>
              </span>
            </Choice>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => onChoice(withTools(choice, all, !isAll))}>
        {t(isAll ? 'none' : 'all', { name, count: all.length })}
      </Button>
    </fieldset>
  )
}
