// Starts the language server of quidpro, and shows the reports of its checks.
const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["fsp", "smv", "prism"];
const CHECK = "quidpro.check";
let client;

/** The command line of the server, as the settings have it. */
function server() {
  const settings = workspace.getConfiguration("quidpro");
  const [command, ...args] = settings.get("command");
  return { command, args: [...args, "--timeout", String(settings.get("timeout"))] };
}

/** What a check has found, all of it: the message of the server is its first line. */
function show(channel, found) {
  const reports = (found?.results ?? []).map((result) => result.report);
  if (reports.length === 0) return;
  channel.clear();
  channel.append(reports.join("\n"));
  channel.show(true);
}

async function activate(context) {
  const reports = window.createOutputChannel("quidpro: checks");
  const middleware = {
    async executeCommand(command, args, next) {
      const found = await next(command, args);
      if (command === CHECK) show(reports, found);
      return found;
    },
  };
  client = new LanguageClient("quidpro", "quidpro", server(), { documentSelector: LANGUAGES, middleware });
  context.subscriptions.push(reports);
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `quidpro does not start (${error.message}). Install it with pip install 'quidpro[lsp]', or set quidpro.command.`,
    );
  }
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
