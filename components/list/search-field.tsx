/** Where words are looked for as they are written. */
export const SearchField = ({
  label,
  value,
  onValue,
}: {
  label: string
  value: string
  onValue: (value: string) => void
}) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    className="field search-field"
    maxLength={1000}
    value={value}
    onChange={event => onValue(event.target.value)}
  />
)
