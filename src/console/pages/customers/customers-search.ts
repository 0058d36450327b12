/** Filters and order of the list, and what the page of a person shows. */
export type CustomersSearch = {
  search?: string
  label?: string
  starred?: true
  blocked?: true
  order?: 'name' | 'oldest'
}

const searchText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** Reads the filters of an address. Others are left out. */
export function customersSearch({
  search,
  label,
  starred,
  blocked,
  order,
}: Record<string, unknown>): CustomersSearch {
  const [words, name] = [searchText(search), searchText(label)]
  return {
    ...(words !== undefined && { search: words }),
    ...(name !== undefined && { label: name }),
    ...(starred === true && { starred }),
    ...(blocked === true && { blocked }),
    ...((order === 'name' || order === 'oldest') && { order }),
  }
}
