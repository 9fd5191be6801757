/** A PDF whose pages hold these lines each. `trailer`: more of it, such as that it is encrypted. */
export function pdfOf(pages: string[][], { trailer = '', objects = [] as string[] } = {}): Buffer {
  const first = 4 + objects.length
  const kids = pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')
  const all = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
    ...pages.flatMap((lines, at) => {
      const shown = lines.map(line => `(${line}) Tj T*`).join(' ')
      const content = `BT /F1 12 Tf 14 TL 72 720 Td ${shown} ET`
      const resources = '/Resources << /Font << /F1 3 0 R >> >> /MediaBox [0 0 612 792]'
      return [
        `<< /Type /Page /Parent 2 0 R ${resources} /Contents ${first + 2 * at + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.7\n'
  const places = all.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const size = all.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}
