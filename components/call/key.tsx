/** A hint for the eye; screen readers have `aria-keyshortcuts`. */
export const Key = ({ children }: { children: string }) => (
  <span aria-hidden="true" className="key">
    {children}
  </span>
)
