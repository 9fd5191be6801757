import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ListItem } from '@/components/list/list-page'
import { ServerText } from '@/components/text/server-words'
import { CodeName, VisibleText } from '@/components/text/visible-text'
import { CODE } from '@/components/ui/looks'
import type { McpServer } from '@/lib/domain/servers/mcp-server'

/** A server of tools: how it is, what it may see, and what it has. `children`: what can be done with it. */
export function ServerItem({ server, children }: { server: McpServer; children?: ReactNode }) {
  const t = useTranslations('tools.server')
  const { name, status, error, errorMessage, tools } = server
  return (
    <ListItem>
      <article aria-label={name} className="flex flex-col gap-0.5">
        <h3 className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-mono font-semibold text-small wrap-anywhere">{name}</span>
          <span className="text-quiet text-small">
            <span aria-hidden="true">{SIGNS[status]} </span>
            {t(`status.${status}`)} · {t('tools', { count: tools.length })}
          </span>
        </h3>
        {error !== undefined && (
          <p className="my-1 border-field border-l-2 pl-3 text-small wrap-anywhere">
            <ServerText codedText={errorMessage} english={error} />
          </p>
        )}
        <p className={`text-quiet ${CODE}`}>
          <VisibleText isLine>{server.url ?? [server.command, ...(server.args ?? [])].join(' ')}</VisibleText>
        </p>
        <Reach server={server} />
        <Contents server={server} />
        {children}
      </article>
    </ListItem>
  )
}

/** Each state has a sign of its own, so that nothing depends on colour. */
const SIGNS: Record<McpServer['status'], string> = {
  disabled: '○',
  connecting: '◌',
  connected: '●',
  failed: '✕',
  sign_in: '◐',
}

/** What it may see, and which variables of this server's environment it is given, by name. */
function Reach({ server }: { server: McpServer }) {
  const t = useTranslations('tools.server')
  const { url, sandbox, env = {}, headers = {}, fromFile, inWorkspace } = server
  const names = Object.entries({ ...env, ...headers }).map(([name, value]) =>
    typeof value === 'string' || value.fromEnv === name ? name : `${name} ($${value.fromEnv})`,
  )
  const folders = sandbox === false ? [] : [...sandbox.read, ...sandbox.write]
  return (
    <p className="text-quiet text-small wrap-anywhere">
      {url === undefined && (
        <span className={sandbox === false || sandbox.network ? 'font-semibold text-ink' : ''}>
          {sandbox === false ? t('open') : t(sandbox.network ? 'network' : 'closed')}
        </span>
      )}
      {url !== undefined && t('remote')}
      {folders.length > 0 && ` · ${t('folders', { folders: folders.join(', ') })}`}
      {names.length > 0 && ` · ${t('variables', { names: names.join(', ') })}`}
      {fromFile && ` · ${t('fromFile')}`}
      {inWorkspace && ` · ${t('inWorkspace', { paths: inWorkspace.join(', ') })}`}
    </p>
  )
}

/** Its resources and prompts, beside its tools. */
function Contents({ server: { resources, prompts } }: { server: McpServer }) {
  const t = useTranslations('tools.server')
  if (resources.length + prompts.length === 0) return null
  return (
    <details>
      <summary className="cursor-pointer text-small">
        {t('contents', { resources: resources.length, prompts: prompts.length })}
      </summary>
      <ul className="flex flex-col gap-1 pt-1 pl-4 text-small wrap-anywhere">
        {resources.map(({ uri, name }) => (
          <li key={uri}>
            <VisibleText isLine>{name}</VisibleText> <CodeName className="text-quiet">{uri}</CodeName>
          </li>
        ))}
        {prompts.map(({ name, description }) => (
          <li key={name}>
            <CodeName>{name}</CodeName>{' '}
            <span className="text-quiet">
              <VisibleText isLine>{description ?? ''}</VisibleText>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
