import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Alert } from '@/components/ui/alert'
import { loadPart } from '@/lib/client/page/load-part'

/**
 * A component that is loaded when it is first shown, or by `preload`. Until then there is `fallback` in its place; what is
 * late is said there, and what does not come.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loadedPart: ComponentType<object> | null = null
  const loaded = async () => {
    const part = await loadPart(load).catch(() => null)
    loadedPart = part as ComponentType<object> | null
    return { default: loadedPart ?? AbsentPart }
  }
  const Part = lazy(loaded) as unknown as ComponentType<object>
  // biome-ignore lint/correctness/noComponentHookFactories: modules call it, once for each part
  const Loading = ({ fallback = <LatePart />, ...props }: Props & { fallback?: ReactNode }) => {
    // What is there already is shown at once, and stays the same.
    const [View] = useState(() => loadedPart ?? Part)
    return <Suspense fallback={fallback}>{createElement(View, props)}</Suspense>
  }
  return Object.assign(Loading, { preload: () => void loaded() })
}

const LATE_MS = 2_000

function LatePart() {
  const t = useTranslations('page')
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate && <span className="block text-quiet text-small">{t('latePart')}</span>
}

const AbsentPart = () => <Alert>{useTranslations('page')('absentPart')}</Alert>
