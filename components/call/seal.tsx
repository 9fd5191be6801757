import { SEAL_SIZE, sealOf } from '@/lib/domain/seal'

/** Drawn from a digest, for the eye alone: its first characters stand beside it in words. */
export const Seal = ({ digest, className = '' }: { digest: string; className?: string }) => (
  <svg
    aria-hidden="true"
    viewBox={`0 0 ${SEAL_SIZE} ${SEAL_SIZE}`}
    className={`seal ${className}`}
    shapeRendering="crispEdges"
  >
    <path fill="currentColor" d={pathOf(digest)} />
  </svg>
)

const pathOf = (digest: string): string =>
  sealOf(digest)
    .flatMap((row, y) => row.map((isFilled, x) => (isFilled ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
