import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RiskLine } from '@/components/call/call-head'
import { Seal } from '@/components/call/verdict-line'
import { ListItem, ShowMore } from '@/components/list/list-page'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { REMARK } from '@/components/ui/looks'
import { beginningOf } from '@/lib/client/text/beginning'
import { firstTools, type GroupPart, groupTools } from '@/lib/client/text/tool-groups'
import type { Tool, ToolItem } from '@/lib/domain/call/tool'
import { shortDigest } from '@/lib/domain/policy/seal'

/** How many tools are shown at a time: with hundreds, whoever looks for one searches. */
const PAGE = 60

/** The beginning of a list of tools by their groups, and what shows more of it. */
export function useFirstTools<T extends Tool>(tools: T[]): { parts: GroupPart<T>[]; rest: ReactNode } {
  const t = useTranslations('tools.list')
  const [most, setMost] = useState(PAGE)
  const rest = tools.length > most && (
    <div className="flex flex-col gap-2">
      <p className="text-quiet text-small">{t('shown', { most, count: tools.length })}</p>
      <ShowMore more={() => setMost(most + PAGE)} />
    </div>
  )
  return { parts: firstTools(groupTools(tools), most), rest }
}

type Props = { tools: ToolItem[]; onOpen: (name: string) => void }

export function ToolList({ tools, onOpen }: Props) {
  const t = useTranslations('tools.list')
  const { parts, rest } = useFirstTools(tools)
  return (
    <>
      <p role="status" className={tools.length === 0 ? 'py-6' : 'sr-only'}>
        {t('count', { count: tools.length })}
      </p>
      {parts.map(part => (
        <Group key={part.group.source} {...part} onOpen={onOpen} />
      ))}
      {rest}
    </>
  )
}

function Group({ group, own, onOpen }: GroupPart<ToolItem> & Pick<Props, 'onOpen'>) {
  const name = useSourceName()(group.source)
  return (
    <section aria-label={name}>
      <h2 className="pb-2 font-semibold">
        <VisibleText isLine>{name}</VisibleText>{' '}
        <span className="font-normal text-quiet text-small tabular-nums">{group.tools.length}</span>
      </h2>
      <ol>
        {own.map(tool => (
          <ToolRow key={tool.name} tool={tool} onOpen={onOpen} />
        ))}
      </ol>
    </section>
  )
}

/** What a source is called: an MCP server by its own name. */
export function useSourceName(): (source: string) => string {
  const t = useTranslations('tools.source')
  return source => {
    if (source.startsWith('mcp:')) return t('server', { name: source.slice('mcp:'.length) })
    return t(source === 'control' ? 'control' : 'builtin')
  }
}

/** What a tool is called: one of an MCP server by its own title. */
export function useToolTitle(): (tool: ToolItem) => string {
  const t = useTranslations('tools.titles')
  return ({ name, title, source }) =>
    !source.startsWith('mcp:') && t.has(name as 'recall') ? t(name as 'recall') : title
}

/** One tool in a few lines. Its name opens the rest. */
function ToolRow({ tool, onOpen }: { tool: ToolItem; onOpen: (name: string) => void }) {
  const title = useToolTitle()(tool)
  return (
    <ListItem>
      <article aria-label={tool.name} className="flex flex-col gap-0.5">
        <h3 className="flex flex-wrap items-baseline gap-x-3">
          <Button variant="link" className="font-mono" onClick={() => onOpen(tool.name)}>
            {tool.name}
          </Button>
          {title !== tool.name && (
            <span className="wrap-anywhere">
              <VisibleText isLine>{title}</VisibleText>
            </span>
          )}
        </h3>
        <p className="text-small wrap-anywhere">
          <VisibleText isLine>{summaryOf(tool.description)}</VisibleText>
        </p>
        <ToolFacts tool={tool} />
      </article>
    </ListItem>
  )
}

/** Its risk, what it can do, when it was used, and what its definition is known by. */
export function ToolFacts({ tool }: { tool: ToolItem }) {
  const t = useTranslations('tools.facts')
  const { risk, readOnly, source, forPeople, lastUsedAt, uses = 0, definitionHash, changed } = tool
  const reasons = [
    source === 'control' ? t('control') : t(readOnly ? 'reads' : 'changes'),
    ...(forPeople ? [t('forPeople')] : []),
  ]
  return (
    <>
      {tool.unavailable !== undefined && (
        <p className="my-1 border-field border-l-2 pl-3 text-small wrap-anywhere">
          {t('unavailable')} <ServerText codedText={tool.unavailableMessage} english={tool.unavailable} />
        </p>
      )}
      {changed && (
        <p className={`my-1 ${REMARK}`}>
          <b className="font-semibold">{t('changed')}</b>{' '}
          {changed.pinned === null ? t('new') : t('pinned', { hash: shortDigest(changed.pinned) })}
        </p>
      )}
      <div className="flex flex-wrap gap-x-4 text-quiet text-small">
        <RiskLine risk={{ level: risk, reasons }} />
        <p>
          {lastUsedAt === undefined
            ? t('unused')
            : t.rich('used', { uses, at: () => <Clock at={lastUsedAt} /> })}
        </p>
        <p className="whitespace-nowrap" title={definitionHash}>
          {t('definition')} <Seal digest={definitionHash} />{' '}
          <span className="font-mono">{shortDigest(definitionHash)}</span>
        </p>
      </div>
    </>
  )
}

/** Its first sentence, if it has one. */
function summaryOf(description: string): string {
  const [paragraph = ''] = description.trim().split(/\n\s*\n/, 1)
  const end = paragraph.search(/[.!?]\s/)
  return beginningOf(end === -1 ? paragraph : paragraph.slice(0, end + 1))
}
