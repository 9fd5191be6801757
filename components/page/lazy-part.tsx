import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { loadPart } from '@/lib/client/page/load-part'

/** A component that is loaded when it is first shown, or by `preload`. Until then there is `fallback` in its place. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loaded = async () => ({ default: await loadPart(load) })
  const Part = lazy(loaded) as unknown as ComponentType<object>
  // biome-ignore lint/correctness/noComponentHookFactories: modules call it, once for each part
  const Loading = ({ fallback, ...props }: Props & { fallback?: ReactNode }) => (
    <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
  )
  /** If that fails, it is loaded when it is shown. */
  const preload = (): void => void loaded().catch(() => undefined)
  return Object.assign(Loading, { preload })
}
