import { standsAlone } from '@/lib/client/text-node'
import { handlePieces } from '@/lib/domain/secret-handle'

/** A text in which the handles of secrets stand out quietly. They are text, and are copied as such. */
export function HandleText({ children }: { children: string }) {
  if (!children.includes('⟦secret:')) return standsAlone(children) ? <span>{children}</span> : children
  let at = 0
  return handlePieces(children).map(({ text, n }) => {
    const key = at
    at += text.length
    return (
      <span key={key} className={n === undefined ? undefined : 'secret-handle'}>
        {text}
      </span>
    )
  })
}
