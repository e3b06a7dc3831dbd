import { migrate } from '../../src/platform/db/migrate.ts';

// Applies the migrations of a folder to a database, as a node does at startup, in a separate process that a test can kill.
const [url = '', directory] = process.argv.slice(2);
process.on('message', () => void migrate(url, { info() {} }, directory).then(() => process.disconnect()));
process.send?.('ready');
