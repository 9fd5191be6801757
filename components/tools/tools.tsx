'use client'

import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { lazyPart } from '@/components/page/lazy-part'
import { ProblemAlert } from '@/components/text/problem-text'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { matchesTool } from '@/lib/client/text/tool-groups'
import type { ToolItem } from '@/lib/domain/call/tool'
import { Servers } from './servers/servers'
import { ToolList } from './tool-list'

const ToolDialog = lazyPart(async () => (await import('./tool-dialog')).ToolDialog)

/** All tools of the installation: to be searched, read and tried. `initial`: without their schemas. */
export function ToolsView({ initial }: { initial: ToolItem[] }) {
  const t = useTranslations('tools.page')
  const [q, setQ] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  // They may change while the page is open: servers come and go, and each use is counted.
  const placeholderData = { items: initial, nextCursor: null }
  const read = useRead(KEYS.tools, 'GET /api/tools', {}, { placeholderData })
  const { data, isPlaceholderData, error, refetch } = read
  const tools = data?.items ?? initial
  const query = useDeferredValue(q)
  const tool = tools.find(({ name }) => name === open)
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet text-small">{t('intro')}</p>
      <ProblemAlert error={error} again={() => void refetch()} />
      <Servers />
      <search>
        <SearchField label={t('search')} value={q} onValue={setQ} />
      </search>
      <ToolList key={query} tools={tools.filter(each => matchesTool(each, query))} onOpen={setOpen} />
      {tool && (
        <ToolDialog
          tool={tool}
          isWhole={data !== undefined && !isPlaceholderData}
          onClose={() => setOpen(null)}
        />
      )}
    </ListPage>
  )
}
