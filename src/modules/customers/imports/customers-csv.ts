/** Source of the imports of customers from CSV files. Their runs have no source name. */
export const CUSTOMERS_CSV = 'customers_csv'
