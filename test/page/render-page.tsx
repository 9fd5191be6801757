import { QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import {
  PathnameContext,
  PathParamsContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { vi } from 'vitest'
import { createQueryClient } from '@/lib/client/api/query-client'
import type { Endpoint } from '@/lib/domain/contract/contract'
import type { ProblemCode } from '@/lib/domain/contract/problem'
import type { Language } from '@/lib/messages/languages'
import { MESSAGES } from '@/lib/messages/messages'
import { network } from './network'

/** A request of the page: the parts of its path that the contract names, its query and its body. */
export type PageRequest = {
  params: Record<string, unknown>
  query: URLSearchParams
  body: unknown
  headers: Headers
}

/** The JSON of an answer, or a whole response. */
type Answer = unknown | Response

/** Answers one operation from now on, and keeps the requests that came. */
export function answers(
  endpoint: Endpoint,
  answer: Answer | ((request: PageRequest) => Answer | Promise<Answer>),
): PageRequest[] {
  const requests: PageRequest[] = []
  const [method = '', path = ''] = endpoint.split(' ')
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
  network.use(
    http[verb](path.replace(/\{(\w+)\}/g, ':$1'), async ({ request, params }) => {
      const text = await request.text()
      const asked = {
        params,
        headers: request.headers,
        query: new URL(request.url).searchParams,
        body: text === '' ? null : JSON.parse(text),
      }
      requests.push(asked)
      const given = typeof answer === 'function' ? await answer(asked) : answer
      return given instanceof Response ? given.clone() : HttpResponse.json(given as Record<string, unknown>)
    }),
  )
  return requests
}

/** Problem details, as the server refuses. */
export const refusal = (status: number, code: ProblemCode, more: object = {}): Response =>
  HttpResponse.json({ type: 'about:blank', title: code, status, code, detail: code, ...more }, { status })

/** `isSent`: the server renders it first, and the browser goes on from there. */
type Options = { language?: Language; path?: string; params?: Record<string, string>; isSent?: boolean }

/** What a page is in: the messages of a language, a query client, and a router that notes where it is led. */
export type Page = RenderResult & {
  user: UserEvent
  router: Router
  anew: (content: ReactNode) => void
  /** What the server sent, as text. */
  sent: string
}

const aRouter = () => ({
  push: vi.fn<(href: string) => void>(),
  replace: vi.fn<(href: string) => void>(),
  prefetch: vi.fn<(href: string) => void>(),
  back: vi.fn<() => void>(),
  forward: vi.fn<() => void>(),
  refresh: vi.fn<() => void>(),
})

type Router = ReturnType<typeof aRouter>

/** Renders a component as the pages do. `path` is the address that it is at, with its query. */
export function renderPage(content: ReactNode, options: Options = {}): Page {
  const { language = 'en', path = '/', params = {}, isSent = false } = options
  const router = aRouter()
  const client = createQueryClient()
  const { pathname, searchParams } = new URL(path, window.location.href)
  window.history.replaceState(null, '', path)
  const within = (inner: ReactNode) => (
    <AppRouterContext value={router as never}>
      <PathnameContext value={pathname}>
        <SearchParamsContext value={searchParams as never}>
          <PathParamsContext value={params}>
            <IntlProvider locale={language} messages={MESSAGES[language]} timeZone="UTC">
              <QueryClientProvider client={client}>{inner}</QueryClientProvider>
            </IntlProvider>
          </PathParamsContext>
        </SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  )
  const container = document.body.appendChild(document.createElement('div'))
  if (isSent) container.innerHTML = renderToString(within(content))
  const sent = container.textContent
  const result = render(within(content), { container, hydrate: isSent })
  const anew = (inner: ReactNode) => result.rerender(within(inner))
  return { ...result, user: userEvent.setup(), router, anew, sent }
}
