/** The product's name, for people. */
export const PRODUCT_NAME = 'Recce';
/** The same for names of roles, databases, connections and files. */
export const PRODUCT_ID = 'recce';
