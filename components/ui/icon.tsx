/** The symbols of public/icons.svg. */
export type IconName =
  | 'inbox'
  | 'history'
  | 'memory'
  | 'skills'
  | 'schedules'
  | 'tools'
  | 'policy'
  | 'hooks'
  | 'usage'
  | 'health'
  | 'settings'
  | 'filter'
  | 'menu'
  | 'branch'
  | 'details'

/** A picture beside, or in the place of, a word that is there for everybody who cannot see it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg aria-hidden="true" className="size-4 flex-none fill-none stroke-current">
    <use href={`/icons.svg#${name}`} />
  </svg>
)
