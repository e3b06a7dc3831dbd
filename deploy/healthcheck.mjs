// Health check of a container: exits with 0 if the node responds. Plain JavaScript, so that it starts fast.
const { PORT = '3000' } = process.env;
const isHealthy = await fetch(`http://127.0.0.1:${PORT}/api/health`).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isHealthy ? 0 : 1;
