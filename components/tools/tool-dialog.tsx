import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DefinitionFigure } from '@/components/call/call-preview'
import { DecisionButton } from '@/components/call/decision-button'
import { OwnerOnly } from '@/components/shell/me'
import { CodeText } from '@/components/text/code-text'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { CODE, PAPER_TEXT, PLAIN_PROSE } from '@/components/ui/looks'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import type { ToolItem } from '@/lib/domain/call/tool'
import { ToolFacts, useSourceName, useToolTitle } from './tool-list'
import { TryTool } from './try-tool'

type Props = { tool: ToolItem; isWhole: boolean; onClose: () => void }

/** Everything that is known of a tool, and a place to try it. */
export function ToolDialog({ onClose, ...rest }: Props) {
  const t = useTranslations('tools.dialog')
  return (
    <SheetDialog label={rest.tool.name} variant="wide" onClose={onClose}>
      <ToolDetails {...rest}>
        <Button onClick={onClose}>{t('close')}</Button>
      </ToolDetails>
    </SheetDialog>
  )
}

/** `isWhole`: its schema is known by now. */
export function ToolDetails({ tool, isWhole, children }: Omit<Props, 'onClose'> & { children?: ReactNode }) {
  const t = useTranslations('tools.dialog')
  const tSchema = useTranslations('tools.schema')
  const source = useSourceName()(tool.source)
  const title = useToolTitle()(tool)
  return (
    <div className="flex flex-col gap-5">
      <header className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-mono font-semibold text-title wrap-anywhere">{tool.name}</h2>
          <p className="text-quiet wrap-anywhere">
            <VisibleText isLine>{title}</VisibleText> · <VisibleText isLine>{source}</VisibleText>
          </p>
        </div>
        {children}
      </header>
      <p className={PLAIN_PROSE}>
        <VisibleText>{tool.description}</VisibleText>
      </p>
      <div>
        <ToolFacts tool={tool} />
      </div>
      {tool.changed && <AcceptChange tool={tool} />}
      {isWhole ? (
        <details>
          <summary className="cursor-pointer text-small">{tSchema('json')}</summary>
          <div className={`${PAPER_TEXT} mt-2`}>
            <CodeText>{JSON.stringify(tool.schema, null, 2)}</CodeText>
          </div>
        </details>
      ) : (
        <p className="text-quiet">{t('loading')}</p>
      )}
      {isWhole && tool.unavailable === undefined && <TryTool tool={tool} />}
      <section aria-label={t('hash')}>
        <h3 className="font-semibold text-quiet text-small">{t('hash')}</h3>
        <p className={`select-all ${CODE}`}>{tool.definitionHash}</p>
      </section>
    </div>
  )
}

/** Until somebody accepts it, every call of a tool that has changed asks. What is accepted is what is shown here. */
function AcceptChange({ tool: { name, definitionHash } }: { tool: ToolItem }) {
  const t = useTranslations('tools.accept')
  const params = { toolId: name }
  const key = KEYS.toolChange(name, definitionHash)
  const change = useRead(key, 'GET /api/tools/{toolId}/change', { params }, { staleTime: FOREVER })
  const accept = useChange(
    (hash: string) => fetchApi('POST /api/tools/{toolId}/pin', { params, body: { definitionHash: hash } }),
    { refetches: [KEYS.tools] },
  )
  const proposal = change.data
  return (
    <div className="flex flex-col gap-2">
      {proposal ? (
        <DefinitionFigure definition={proposal.definition} />
      ) : (
        <p className="text-quiet">{t('loading')}</p>
      )}
      <ProblemAlert error={accept.error ?? change.error} />
      <OwnerOnly>
        <DecisionButton
          className="self-start"
          off={!proposal || accept.isPending}
          version={proposal?.definitionHash ?? ''}
          onClick={() => proposal && accept.mutate(proposal.definitionHash)}
        >
          {t('accept')}
        </DecisionButton>
        <p className="text-quiet text-small">{t('hint')}</p>
      </OwnerOnly>
    </div>
  )
}

/** A definition never changes: another one is another tool. */
const FOREVER = Number.POSITIVE_INFINITY
