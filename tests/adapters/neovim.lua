-- What a person does in Neovim, with the client that it has:
--     nvim --headless -u settings.lua -S neovim.lua snap.rulebook.yaml
-- It writes what was seen to found.json, or a traceback to failed.txt, and ends. Neovim 0.7 and all later ones can run it.

local function seen_by(number)
  local texts = {}
  for _, each in ipairs(vim.diagnostic.get(number)) do
    table.insert(texts, each.code)
  end
  return texts
end

local function until_true(what, holds)
  if not vim.wait(60000, holds, 20) then
    error("in a minute there was no " .. what)
  end
end

local function text_of(number)
  return table.concat(vim.api.nvim_buf_get_lines(number, 0, -1, false), "\n") .. "\n"
end

local function replace(number, old, new)
  for at, line in ipairs(vim.api.nvim_buf_get_lines(number, 0, -1, false)) do
    local first, last = line:find(old, 1, true)
    if first then
      vim.api.nvim_buf_set_lines(number, at - 1, at, false, { line:sub(1, first - 1) .. new .. line:sub(last + 1) })
      return
    end
  end
  error("there is no " .. old)
end

local function go_to(number, mark)
  for at, line in ipairs(vim.api.nvim_buf_get_lines(number, 0, -1, false)) do
    local first = line:find(mark, 1, true)
    if first then
      vim.api.nvim_win_set_cursor(0, { at, first - 1 })
      return
    end
  end
  error("there is no " .. mark)
end

local function ask(number, method, params)
  for _, answer in pairs(assert(vim.lsp.buf_request_sync(number, method, params, 60000))) do
    assert(not answer.err, vim.inspect(answer.err))
    return answer.result
  end
  error("nobody answered " .. method)
end

local function drive()
  local found = { version = vim.fn.matchstr(vim.fn.execute("version"), "NVIM v\\zs[0-9.]*") }
  local number = vim.api.nvim_get_current_buf()
  if vim.fn.has("nvim-0.11") == 0 then -- the settings that are printed need 0.11; the server does not
    local client = vim.lsp.start_client({ name = "rulewright", cmd = { "rulewright", "lsp" }, root_dir = vim.fn.getcwd() })
    vim.lsp.buf_attach_client(number, client)
  end
  replace(number, "me.points", "me.pionts")
  until_true("mistake", function() return #seen_by(number) > 0 end)
  found.mistakes = seen_by(number)
  replace(number, "me.pionts", "me.points")
  until_true("text without mistakes", function() return #seen_by(number) == 0 end)

  go_to(number, "shown + extra")
  local place = vim.lsp.util.make_position_params(0, "utf-16")
  found.hover = ask(number, "textDocument/hover", place).contents.value
  vim.lsp.buf.rename("seen")
  until_true("new name", function() return text_of(number):find("add: seen + extra", 1, true) end)

  replace(number, "p.points + extra", "p.points+extra")
  if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 60000 })
  else
    vim.lsp.buf.formatting_sync(nil, 60000)
  end
  found.text = text_of(number)

  local document = { textDocument = { uri = vim.uri_from_bufnr(number) } }
  found.lenses = {}
  for _, lens in ipairs(ask(number, "textDocument/codeLens", document)) do
    table.insert(found.lenses, lens.command.title)
  end
  local command = { command = "rulewright.simulateGames", arguments = { document.textDocument.uri, 10 } }
  found.simulated = ask(number, "workspace/executeCommand", command).summary
  return found
end

local fine, result = xpcall(drive, debug.traceback)
local file = assert(io.open(fine and "found.json" or "failed.txt", "w"))
file:write(fine and (vim.json or vim.fn).encode(result) or result)
file:close()
vim.cmd("qall!")
