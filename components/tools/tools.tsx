'use client'

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListPage } from '@/components/list/list-page'
import { SearchField } from '@/components/list/search-field'
import { ProblemText } from '@/components/text/problem-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { loadPart } from '@/lib/client/page/load-part'
import { KEYS } from '@/lib/client/queries/keys'
import { matchesTool } from '@/lib/client/text/tool-groups'
import type { ToolItem } from '@/lib/domain/call/tool'
import { Servers } from './servers/servers'
import { ToolList } from './tool-list'

const ToolDialog = lazy(async () => ({ default: (await loadPart(() => import('./tool-dialog'))).ToolDialog }))

/** All tools of the installation: to be searched, read and tried. `initial`: without their schemas. */
export function ToolsView({ initial }: { initial: ToolItem[] }) {
  const t = useTranslations('tools.page')
  const [q, setQ] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const { tools, isWhole, error, again } = useTools(initial)
  const query = useDeferredValue(q)
  const tool = tools.find(({ name }) => name === open)
  const last = useRef<string | null>(null)
  // Only once the dialog is gone can what lies behind it take the focus.
  useEffect(() => {
    if (open === null && last.current !== null)
      document.querySelector<HTMLElement>(`[data-tool="${last.current}"] button`)?.focus()
    last.current = open
  }, [open])
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet">{t('intro')}</p>
      {error && (
        <Alert className="flex flex-wrap items-center gap-3">
          <ProblemText error={error} />
          <Button onClick={again}>{t('again')}</Button>
        </Alert>
      )}
      <Servers />
      <search>
        <SearchField label={t('search')} value={q} onValue={setQ} />
      </search>
      <ToolList key={query} tools={tools.filter(each => matchesTool(each, query))} onOpen={setOpen} />
      {tool && (
        <Suspense>
          <ToolDialog tool={tool} isWhole={isWhole} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </ListPage>
  )
}

/** They may change while the page is open: servers come and go, and each use is counted. */
function useTools(initial: ToolItem[]) {
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: KEYS.tools,
    queryFn: ({ signal }) => fetchApi('GET /api/tools', { signal }),
    placeholderData: { items: initial, nextCursor: null },
    staleTime: 0,
  })
  const isWhole = data !== undefined && !isPlaceholderData
  return { tools: data?.items ?? initial, isWhole, error, again: () => void refetch() }
}
