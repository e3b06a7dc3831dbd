/** The name of the product, as shown to people. */
export const PRODUCT_NAME = 'Recce';
/** The name of the product in identifiers: roles, databases, connections, files. */
export const PRODUCT_ID = 'recce';
